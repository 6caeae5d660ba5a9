/** Numbers by row: doubles, NaN where one is missing, or whole numbers of 16 bits at most, `noNumber` where one is missing. */
export type Numbers = Float64Array | Int32Array

/** Stands for a missing one among whole numbers, none of which takes more than 16 bits. */
export const noNumber = -(2 ** 31)

/** Marks a row's number as missing. */
export function leaveOut(numbers: Numbers, row: number): void {
  numbers[row] = numbers instanceof Int32Array ? noNumber : Number.NaN
}
