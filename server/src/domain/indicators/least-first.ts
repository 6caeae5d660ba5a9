/** So many moves for each number are made before a sort that compares is quicker. */
const mostMoves = 8

/**
 * Indexes of finite numbers, the least first, equal ones in the order they come in; NaN is left out. The numbers are put into equal
 * cells of their range, as many as there are numbers, and sorted by insertion then: for thousands of figures a function that
 * compares takes many times as long.
 */
export function leastFirst(numbers: Float64Array): Int32Array {
  const order = byCell(numbers)
  let moves = mostMoves * order.length
  for (let place = 1; place < order.length; place++) {
    const at = order[place] ?? 0
    const number = numbers[at] ?? NaN
    let to = place
    for (; to > 0 && (numbers[order[to - 1] ?? 0] ?? NaN) > number; to--) {
      order[to] = order[to - 1] ?? 0
      moves--
    }
    order[to] = at
    // Where nearly all are in few cells.
    if (moves < 0) return order.sort((one, other) => (numbers[one] ?? NaN) - (numbers[other] ?? NaN) || one - other)
  }
  return order
}

/** Indexes of the numbers by cell of their range. */
function byCell(numbers: Float64Array): Int32Array {
  let [least, most, count] = [Infinity, -Infinity, 0]
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? NaN
    if (number < least) least = number
    if (number > most) most = number
    if (!Number.isNaN(number)) count++
  }
  const perRange = (count - 1) / (most - least)
  // All are in one cell where they are alike, or nearer each other than numbers can divide.
  const scale = Number.isFinite(perRange) ? perRange : 0
  const starts = new Int32Array(count + 1)
  const cells = new Int32Array(numbers.length)
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? NaN
    if (Number.isNaN(number)) continue
    const next = 1 + Math.floor((number - least) * scale)
    cells[at] = next
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let cell = 1; cell < count; cell++) starts[cell] = (starts[cell] ?? 0) + (starts[cell - 1] ?? 0)
  const order = new Int32Array(count)
  for (let at = 0; at < numbers.length; at++) {
    const next = cells[at] ?? 0
    if (next === 0) continue
    const place = starts[next - 1] ?? 0
    order[place] = at
    starts[next - 1] = place + 1
  }
  return order
}
