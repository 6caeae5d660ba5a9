/** The way to a setting: keys and positions in lists, from the settings of the component inwards. */
export type SettingPath = readonly (string | number)[]

/** Whether a value has keys, and is no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value at a path; undefined where there is none. */
export function valueAt(value: unknown, path: SettingPath): unknown {
  return path.reduce<unknown>((inner, step) => {
    if (Array.isArray(inner)) return typeof step === 'number' ? inner[step] : undefined
    return isRecord(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined
  }, value)
}

/**
 * A copy with another value at a path; undefined removes the key, or the entry of a list. The position after the last
 * entry adds one. Missing values on the way are made.
 */
export function withValue(value: unknown, path: SettingPath, next: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return next
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? [...(value as unknown[])] : []
    const inner = withValue(list[step], rest, next)
    if (inner === undefined) list.splice(step, 1)
    else list[step] = inner
    return list
  }
  const { [step]: before, ...others } = isRecord(value) ? value : {}
  const inner = withValue(before, rest, next)
  if (inner === undefined) return others
  // A key that is there keeps its place.
  return isRecord(value) && Object.hasOwn(value, step) ? { ...value, [step]: inner } : { ...others, [step]: inner }
}

/** A copy of a list with one entry at another position. */
export function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const entry = list.slice(from, from + 1)
  const others = list.toSpliced(from, 1)
  return [...others.slice(0, to), ...entry, ...others.slice(to)]
}

/** Whether two values of a configuration say the same; the order of keys does not count. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, at) => isSame(one, b[at]))
  if (!isRecord(a) || !isRecord(b)) return a === b
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
}

/** Whether a path begins with another one. */
export function isWithin(path: SettingPath, outer: SettingPath): boolean {
  return outer.every((step, at) => path[at] === step)
}

/** A path as a text, for keys of maps and of what is drawn. */
export function pathText(path: SettingPath): string {
  return path.join('.')
}
