// The part of fontkit that is used here; the package brings no types.
declare module "fontkit" {
  export interface Path {
    transform(a: number, b: number, c: number, d: number, e: number, f: number): Path
    toSVG(): string
  }
  export interface Glyph {
    id: number
    path: Path
  }
  interface GlyphPosition {
    xAdvance: number
    xOffset: number
    yOffset: number
  }
  export interface Font {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    /** in the order in which they are drawn, from the left */
    layout(text: string): { glyphs: Glyph[]; positions: GlyphPosition[]; advanceWidth: number }
  }
  export function create(bytes: Uint8Array): Font | { fonts: Font[] }
}
