import "./lib/page.js";
