// An element that is a picture: it draws itself when it enters the page, and whenever an attribute changes.

export class DrawnElement extends HTMLElement {
  /** Where the picture is drawn. */
  shadow = this.attachShadow({ mode: "open" });

  /** @param {CSSStyleSheet} sheet */
  constructor(sheet) {
    super();
    this.shadow.adoptedStyleSheets = [sheet];
  }

  connectedCallback() {
    this.setAttribute("role", "img");
    this.draw();
  }

  /**
   * @param {string} _name
   * @param {string | null} before
   * @param {string | null} after
   */
  attributeChangedCallback(_name, before, after) {
    if (this.isConnected && before !== after) this.draw();
  }

  /** Draws the picture by the attributes. */
  draw() {}
}
