/** Confidence of every interval shown. */
const confidence = 0.95

/** Quantile of the standard normal distribution that belongs to the confidence of every interval shown. */
export const z = 1.959963984540054

/** Quantile of the standard normal distribution (Acklam's rational approximation with one Halley step). */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError('A probability lies between 0 and 1')
  if (p > 0.5) return -normalQuantile(1 - p)
  const q = Math.sqrt(-2 * Math.log(p))
  const first =
    p < 0.02425
      ? polynomial(
          q,
          [
            -7.784894002430293e-3, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
            2.938163982698783,
          ],
        ) / polynomial(q, [7.784695709041462e-3, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1])
      : centralQuantile(p - 0.5)
  const error = normalDistribution(first) - p
  const step = error * Math.sqrt(2 * Math.PI) * Math.exp((first * first) / 2)
  return first - step / (1 + (first * step) / 2)
}

function centralQuantile(q: number): number {
  const r = q * q
  const above = polynomial(
    r,
    [
      -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
      2.506628277459239,
    ],
  )
  const below = polynomial(
    r,
    [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1],
  )
  return (above / below) * q
}

/** Share of the standard normal distribution up to x. */
export function normalDistribution(x: number): number {
  const tail = 0.5 * upperGammaRatio(0.5, (x * x) / 2)
  return x < 0 ? tail : 1 - tail
}

/**
 * Quantile of Student's t distribution with `df` degrees of freedom (any positive number): by its expansion around the normal
 * one (Abramowitz and Stegun 26.7.5), which is exact to 12 digits for many degrees. For fewer, Newton's steps follow from
 * there; for fewer than three, where it is far off, its distribution is bisected.
 */
export function tQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1) || !(df > 0)) throw new RangeError('A probability lies between 0 and 1, df is positive')
  if (p < 0.5) return -tQuantile(1 - p, df)
  if (p === 0.5) return 0
  if (df > manyDegrees) return expandedQuantile(normalQuantile(p), df)
  return df < fewDegrees ? bisectedQuantile(p, df) : steppedQuantile(p, df)
}

const fewDegrees = 3

/** From any start above 0 the steps approach from one side, as the distribution bends one way there. */
function steppedQuantile(p: number, df: number): number {
  const scale = Math.exp(logGamma((df + 1) / 2) - logGamma(df / 2)) / Math.sqrt(df * Math.PI)
  let x = Math.max(1e-3, expandedQuantile(normalQuantile(p), df))
  for (let step = 0; step < 50; step++) {
    const density = scale * (1 + (x * x) / df) ** (-(df + 1) / 2)
    const by = (tDistribution(x, df) - p) / density
    x -= by
    if (Math.abs(by) < 1e-13 * (1 + Math.abs(x))) break
  }
  return x
}

function bisectedQuantile(p: number, df: number): number {
  let low = 0
  let high = 2
  while (tDistribution(high, df) < p) high *= 2
  for (let step = 0; step < 80; step++) {
    const middle = (low + high) / 2
    if (tDistribution(middle, df) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

const manyDegrees = 1000

function expandedQuantile(x: number, df: number): number {
  return polynomial(1 / df, expansionAround(x))
}

function expansionAround(x: number): number[] {
  return [
    (79 * x ** 9 + 776 * x ** 7 + 1482 * x ** 5 - 1920 * x ** 3 - 945 * x) / 92_160,
    (3 * x ** 7 + 19 * x ** 5 + 17 * x ** 3 - 15 * x) / 384,
    (5 * x ** 5 + 16 * x ** 3 + 3 * x) / 96,
    (x ** 3 + x) / 4,
    x,
  ]
}

/**
 * Share of Student's t distribution up to x, with `df` degrees of freedom (Infinity: normal). For many degrees it is the normal
 * one at the point that Hill GW: Algorithm 395, Student's t-distribution, Communications of the ACM 13 (1970) 617-619, gives,
 * to 12 digits: the beta function below would be of numbers too large to keep their digits.
 */
export function tDistribution(x: number, df: number): number {
  if (df > manyDegrees) return normalDistribution(Math.sign(x) * normalPoint(x, df))
  const square = x * x
  // Close to the middle the share between is computed, and elsewhere the tail: the other one would lose its digits.
  const tail =
    square < 1
      ? 0.5 - 0.5 * betaRatio(square / (df + square), 0.5, df / 2)
      : 0.5 * betaRatio(df / (df + square), df / 2, 0.5)
  return x < 0 ? tail : 1 - tail
}

/** Where the normal distribution has as much on either side as the t distribution has at x. */
function normalPoint(x: number, df: number): number {
  if (df === Infinity) return Math.abs(x)
  const a = df - 0.5
  const b = 48 * a * a
  const y = a * Math.log1p((x * x) / df)
  const second = polynomial(y, [-0.4, -3.3, -24, -85.5]) / (0.8 * y * y + 100 + b)
  return Math.sqrt(y) * (1 + (second + y + 3) / b)
}

const aroundConfidence = expansionAround(z)
const tByDegrees: (number | undefined)[] = []

/**
 * How many standard errors every interval shown reaches to each side: quantile of Student's t distribution with `df` degrees
 * of freedom, of the normal one for infinitely many.
 */
export function confidenceQuantile(df: number): number {
  if (df > manyDegrees) return polynomial(1 / df, aroundConfidence)
  // There are too many others to keep.
  if (!Number.isInteger(df)) return tQuantile((1 + confidence) / 2, df)
  return (tByDegrees[df] ??= tQuantile((1 + confidence) / 2, df))
}

function polynomial(x: number, coefficients: readonly number[]): number {
  // Thousands of intervals are computed for one ranking: a loop is far faster than `reduce`, here and below.
  let value = 0
  for (const coefficient of coefficients) value = value * x + coefficient
  return value
}

/** Natural logarithm of the gamma function (Lanczos, g = 7). */
function logGamma(x: number): number {
  const y = x - 1
  let series = firstOfLanczos
  let divisor = y
  for (const coefficient of lanczos) series += coefficient / ++divisor
  const t = y + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(series)
}

const firstOfLanczos = 0.99999999999980993
const lanczos = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** Regularised incomplete beta function by its continued fraction (Lentz). */
function betaRatio(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  if (x > (a + 1) / (a + b + 2)) return 1 - betaRatio(1 - x, b, a)
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a
  let fraction = 1
  let c = 1
  let d = 0
  for (let step = 0; step <= 300; step++) {
    const m = step >> 1
    const numerator =
      step === 0
        ? 1
        : step % 2 === 0
          ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
          : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + numerator * d)
    c = nonZero(1 + numerator / c)
    fraction *= c * d
    if (Math.abs(1 - c * d) < 1e-14) break
  }
  return front * (fraction - 1)
}

function nonZero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value
}

/** Regularised upper incomplete gamma function. */
function upperGammaRatio(a: number, x: number): number {
  if (x <= 0) return 1
  const front = Math.exp(-x + a * Math.log(x) - logGamma(a))
  if (x < a + 1) {
    let term = 1 / a
    let sum = term
    for (let n = 1; n < 500 && Math.abs(term) > Math.abs(sum) * 1e-16; n++) {
      term *= x / (a + n)
      sum += term
    }
    return 1 - front * sum
  }
  let b = x + 1 - a
  let c = 1e300
  let d = 1 / b
  let h = d
  for (let n = 1; n < 500; n++) {
    const numerator = -n * (n - a)
    b += 2
    d = 1 / nonZero(numerator * d + b)
    c = nonZero(b + numerator / c)
    h *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return front * h
}
