/** Least width of a tile and the room between tiles, in pixels. */
const tileWidth = 148
const gap = 16

/**
 * How tiles share a width in pixels: rows of equal length, not one full row and a tile left over. Where the last row
 * would still have a hole, the main tile is so many columns wide that it has none.
 */
export function tileColumns(count: number, width: number): { columns: number; mainSpan: number } {
  const fitting = Math.max(1, Math.floor((width + gap) / (tileWidth + gap)))
  const rows = Math.max(1, Math.ceil(count / fitting))
  const columns = Math.max(1, Math.ceil(count / rows))
  return { columns, mainSpan: rows * columns - count + 1 }
}
