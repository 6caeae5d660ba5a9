import { describe, expect, test } from 'vitest'
import { changePoints } from './change-points.ts'

/** Yearly flow of the Nile at Aswan, 1871 to 1970 (Cobb GW: The problem of the Nile, Biometrika 65 (1978) 243-251). */
const nile = [
  1120, 1160, 963, 1210, 1160, 1160, 813, 1230, 1370, 1140, 995, 935, 1110, 994, 1020, 960, 1180, 799, 958, 1140, 1100,
  1210, 1150, 1250, 1260, 1220, 1030, 1100, 774, 840, 874, 694, 940, 833, 701, 916, 692, 1020, 1050, 969, 831, 726, 456,
  824, 702, 1120, 1100, 832, 764, 821, 768, 845, 864, 862, 698, 845, 744, 796, 1040, 759, 781, 865, 845, 944, 984, 897,
  822, 1010, 771, 676, 649, 846, 812, 742, 801, 1040, 860, 874, 848, 890, 744, 749, 838, 1050, 918, 986, 797, 923, 975,
  815, 1020, 906, 901, 1170, 912, 746, 919, 718, 714, 740,
]
const series = (values: readonly number[], weight = 1) => values.map((value) => ({ value, weight }))

describe('changes of a series', () => {
  test('are those of the literature', () => {
    // One change, after 1898, from a mean of 1097.75 to 849.97.
    const found = changePoints(series(nile))
    expect(found).toHaveLength(1)
    expect(1871 + (found[0]?.at ?? 0)).toBe(1899)
    expect(found[0]?.before).toBeCloseTo(1097.75, 2)
    expect(found[0]?.after).toBeCloseTo(849.97, 2)
    expect(found[0]?.p).toBe(0.001)
  })

  test('are several, in order, and always the same', () => {
    const values = [7, 7.2, 6.9, 7.1, 7, 9, 9.2, 8.9, 9.1, 9, 4, 4.1, 3.9, 4.2, 4]
    expect(changePoints(series(values)).map(({ at }) => at)).toEqual([5, 10])
    expect(changePoints(series(values, 2))).toEqual(changePoints(series(values)))
    expect(changePoints(series(values))).toEqual(changePoints(series(values)))
  })

  test('are none of a constant, of a short series, of one odd point, or of points that hardly count', () => {
    expect(changePoints(series([5, 5, 5, 5, 5, 5, 5, 5]))).toEqual([])
    expect(changePoints(series([1, 1, 1, 9, 9]))).toEqual([])
    expect(changePoints(series([7, 7.1, 6.9, 7, 2, 7.1, 6.9, 7, 7.1, 6.9]))).toEqual([])
    expect(changePoints([])).toEqual([])
  })

  test('are found by chance in about one of twenty series without any', () => {
    // Park SK, Miller KW (1988): always the same numbers.
    let seed = 1
    const next = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const noise = () => next() + next() + next()
    const found = Array.from({ length: 200 }, () => changePoints(series(Array.from({ length: 12 }, noise))))
    const share = found.filter((changes) => changes.length > 0).length / found.length
    expect(share).toBeLessThan(0.09)
    expect(share).toBeGreaterThan(0.01)
  })
})
