import { bringsNothingWrong } from './check-settings.ts'
import type { Checked } from './check-settings.ts'
import { isSame, isWithin, valueAt, withValue } from './values.ts'
import type { SettingPath } from './values.ts'

/** A value for one setting; undefined removes it. */
export interface SettingChange {
  path: SettingPath
  value: unknown
}

/** What follows from a change: what is passed on, and what waits because it does not fit yet. */
export interface Step {
  sent: SettingChange[]
  waiting: SettingChange[]
}

type Check = (value: unknown) => Checked

/** Settings with changes made. */
export function withChanges(value: unknown, changes: readonly SettingChange[]): unknown {
  return changes.reduce((inner, change) => withValue(inner, change.path, change.value), value)
}

/**
 * Makes a change. It is passed on if it brings no new problem, alone or together with those that wait; else it waits. A
 * change inside something that waits, such as a new entry, becomes a part of that.
 */
export function stepOf(check: Check, value: unknown, waiting: readonly SettingChange[], change: SettingChange): Step {
  const owner = waiting.find(({ path }) => isWithin(change.path, path))
  const own =
    owner === undefined
      ? change
      : {
          path: owner.path,
          value: withValue(owner.value, change.path.slice(owner.path.length), change.value),
        }
  const others = waiting.filter(({ path }) => !isWithin(path, own.path))
  if (isSame(valueAt(value, own.path), own.value)) return { sent: [], waiting: others }
  const before = check(value)
  const fits = (changes: readonly SettingChange[]) => bringsNothingWrong(check(withChanges(value, changes)), before)
  if (!fits([own])) {
    const all = [...others, own]
    return others.length > 0 && fits(all) ? { sent: all, waiting: [] } : { sent: [], waiting: all }
  }
  // What waited may fit now.
  const sent = [own]
  for (const other of others) if (fits([...sent, other])) sent.push(other)
  return { sent, waiting: others.filter((other) => !sent.includes(other)) }
}
