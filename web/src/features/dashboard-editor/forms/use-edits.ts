import { useMemo, useState } from 'react'
import { keysWithin, problemAt } from './check-settings.ts'
import type { Checked } from './check-settings.ts'
import { stepOf, withChanges } from './edits.ts'
import type { SettingChange } from './edits.ts'
import { isWithin, moved, pathText, valueAt } from './values.ts'
import type { SettingPath } from './values.ts'

/** Takes the change of one setting; undefined removes it. The position after the last entry of a list adds one. */
export type OnSetting = (path: (string | number)[], value: unknown) => void

/** Takes the move of an entry of the list at a path. */
export type OnMove = (path: (string | number)[], from: number, to: number) => void

interface Options {
  value: unknown
  check: (value: unknown) => Checked
  onChange: OnSetting
  /** Without it a move is a change of the whole list. */
  onMove?: OnMove | undefined
}

/** The settings of a form while they are edited. */
export interface Edits {
  /** The value at a path, with what waits. */
  at: (path: SettingPath) => unknown
  /** What is wrong at a path; with `isWhole` also inside it. */
  problemAt: (path: SettingPath, isWhole?: boolean) => string | undefined
  /** Keys of the value at a path that have no field. */
  unknownAt: (path: SettingPath) => string[]
  /** Whether an entry is not passed on yet because something in it is missing or wrong. */
  isWaiting: (path: SettingPath) => boolean
  change: (path: SettingPath, value: unknown) => void
  /** Adds an entry at the end of a list. Nothing is told of it before it is filled in. */
  add: (list: SettingPath, entry: unknown) => void
  remove: (list: SettingPath, at: number) => void
  move: (list: SettingPath, from: number, to: number) => void
}

/** Follows what is edited in a form: passes on each change that fits, and keeps the others with what is wrong. */
export function useEdits({ value, check, onChange, onMove }: Options): Edits {
  const [waiting, setWaiting] = useState<readonly SettingChange[]>([])
  // Fields of new entries that were touched: nothing is told of the others yet.
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [added, setAdded] = useState<readonly string[]>([])
  const working = useMemo(() => withChanges(value, waiting), [value, waiting])
  const checked = useMemo(() => check(working), [check, working])
  const isNew = (path: SettingPath) =>
    waiting.some((one) => added.includes(pathText(one.path)) && isWithin(path, one.path))

  function make(change: SettingChange): void {
    const { sent, waiting: rest } = stepOf(check, value, waiting, change)
    setWaiting(rest)
    for (const one of sent) onChange([...one.path], one.value)
  }

  /** Drops what waits in a list whose positions change. */
  const drop = (list: SettingPath) => setWaiting(waiting.filter(({ path }) => !isWithin(path, list)))

  return {
    at: (path) => valueAt(working, path),
    problemAt: (path, isWhole = false) =>
      isNew(path) && !touched.has(pathText(path)) ? undefined : problemAt(checked.problems, path, isWhole),
    unknownAt: (path) => keysWithin(checked.unknown, path),
    isWaiting: (path) => waiting.some((one) => pathText(one.path) === pathText(path)),
    change: (path, next) => {
      setTouched((before) => new Set([...before, pathText(path)]))
      make({ path, value: next })
    },
    add: (list, entry) => {
      const entries = valueAt(value, list)
      const path = [...list, Array.isArray(entries) ? entries.length : 0]
      setAdded((before) => [...before, pathText(path)])
      setTouched((before) => new Set([...before].filter((one) => !one.startsWith(pathText(path)))))
      make({ path, value: entry })
    },
    remove: (list, at) => {
      const path = [...list, at]
      if (isNew(path)) return drop(path)
      drop(list)
      const entries = valueAt(value, list)
      const isLast = Array.isArray(entries) && entries.length === 1
      // A list that may be left out is left out when it is empty.
      const change = isLast ? { path: list, value: undefined } : { path, value: undefined }
      const { sent, waiting: refused } = stepOf(check, value, [], change)
      setTouched((before) => new Set([...before, pathText(list)]))
      setWaiting(refused)
      for (const one of sent) onChange([...one.path], one.value)
    },
    move: (list, from, to) => {
      const entries = valueAt(value, list)
      if (!Array.isArray(entries) || to < 0 || to >= entries.length || from >= entries.length) return
      drop(list)
      if (onMove === undefined) onChange([...list], moved(entries as unknown[], from, to))
      else onMove([...list], from, to)
    },
  }
}
