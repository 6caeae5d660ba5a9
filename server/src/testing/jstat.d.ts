/** What the tests use of jstat, which has no types of its own. */
declare module 'jstat' {
  interface Distribution<Parameters extends number[]> {
    cdf(x: number, ...parameters: Parameters): number
    inv(p: number, ...parameters: Parameters): number
  }
  const jStat: {
    normal: Distribution<[mean: number, deviation: number]>
    studentt: Distribution<[df: number]>
    chisquare: Distribution<[df: number]>
  }
  export default { jStat }
}
