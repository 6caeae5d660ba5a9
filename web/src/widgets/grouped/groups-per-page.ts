/** What the values' axis takes of a chart, and what a column and the space between two groups take, in pixels. */
const axis = 56
const column = 18
const space = 14

/** The least width of a group, in pixels, so that its name can be read. */
const leastGroup = 64

/** The fewest and the most groups in one drawing. */
const fewest = 3
const most = 24

/** How many groups of columns fit into a chart of a width in pixels. */
export function groupsPerPage(width: number, columns: number): number {
  const group = Math.max(leastGroup, columns * column + space)
  return Math.min(most, Math.max(fewest, Math.floor((width - axis) / group)))
}
