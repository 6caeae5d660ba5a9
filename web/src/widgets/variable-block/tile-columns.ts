/** Minimum width of a tile and the gap between tiles, in pixels. */
const tileWidth = 148
const gap = 16

/**
 * The number of columns for tiles in a width in pixels: rows of equal length rather than a full row and one more tile.
 * If the last row would have a gap, the main tile spans as many columns as fill it.
 */
export function tileColumns(count: number, width: number): { columns: number; mainSpan: number } {
  const fitting = Math.max(1, Math.floor((width + gap) / (tileWidth + gap)))
  const rows = Math.max(1, Math.ceil(count / fitting))
  const columns = Math.max(1, Math.ceil(count / rows))
  return { columns, mainSpan: rows * columns - count + 1 }
}
