"""What `import pitboss` offers to programs and notebooks; `help(pitboss)` is its table of contents."""
