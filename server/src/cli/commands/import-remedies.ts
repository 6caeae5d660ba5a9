import type { ImportResult } from '#server/features/imports/service.ts'
import { decideLine, listLine } from './decide.ts'

type ImportDoubt = ImportResult['doubts'][number]

/** Where an import goes, and whether it was only tried. */
export interface Target {
  universe: string
  survey: string
  dryRun: boolean
}

/**
 * How to decide a doubt otherwise, on lines of its own: by a command, or after a dry run with the import itself. '' for
 * one that is decided, and where several of its kind are told of together.
 */
export function remedyOf(doubt: ImportDoubt, doubts: readonly ImportDoubt[], target: Target): string {
  if (doubt.isDecided || openOf(doubt.kind, doubts).length > 1) return ''
  return waysOf(doubt, doubt.id, target)
}

/** How to decide all of a kind alike, for each kind that several undecided doubts have. */
export function remediesAlike(doubts: readonly ImportDoubt[], target: Target): string[] {
  const kinds = [...new Set(doubts.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => {
    const open = openOf(kind, doubts)
    const [first] = open
    if (!first || open.length === 1) return []
    const each = target.dryRun ? `--decide '${first.id}=CHOICE'` : listLine(target)
    const how = target.dryRun ? 'or one of them' : 'or each by its name; with their effects they are listed by'
    return [`${open.length} of the kind "${kind}" to decide: all alike, ${how}: ${each}${waysOf(first, kind, target)}`]
  })
}

function openOf(kind: string, doubts: readonly ImportDoubt[]): ImportDoubt[] {
  return doubts.filter((doubt) => doubt.kind === kind && !doubt.isDecided)
}

function waysOf({ others }: ImportDoubt, decided: string, target: Target): string {
  const ways = others.map(({ name, label }) => {
    const how = target.dryRun ? `--decide '${decided}=${name}'` : decideLine(target, decided, name)
    return `\n    ${String(label)}: ${how}`
  })
  return ways.join('')
}
