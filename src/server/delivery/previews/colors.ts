// The colors of a preview: those of the light theme (src/web/styles/theme.css); a test compares them.
export const PAPER = {
  sheet: "#fffdfa",
  ink: "#1b1a17",
  "ink-soft": "#5a554b",
  line: "#e3ddd1",
  "on-accent": "#ffffff",
}
