import { previewRename } from '@gensvar/contract/metadata'
import type { RenamePreview, TouchedKind } from '@gensvar/contract/metadata'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTexts } from './texts.ts'

/** What is renamed. */
interface Renamed {
  survey: string
  question: number
  choice?: number
  /** Field of the form that has the name. */
  field: string
}

interface Asked {
  from: string
  to: string
  preview: RenamePreview
  answer: (isWanted: boolean) => void
}

const nothing: RenamePreview = { seen: 0, touched: [], lines: [], left: [] }

/** Asks before a name changes, with everything that this touches. */
export function useRename({ survey, question, choice, field }: Renamed) {
  const t = useTexts()
  const words = useTouchedWords()
  const [asked, setAsked] = useState<Asked>({ from: '', to: '', preview: nothing, answer: () => {} })
  const [isAsked, setIsAsked] = useState(false)
  const answer = (isWanted: boolean) => {
    setIsAsked(false)
    asked.answer(isWanted)
  }
  return {
    /** The version that was seen, for the save. Throws an error at the name's field where it cannot be, or is not wanted. */
    async ask(from: string, to: string): Promise<number> {
      const query = { question, name: to, ...(choice !== undefined && { choice }) }
      const preview = await call(previewRename, { params: { survey }, query })
      const isWanted = await new Promise<boolean>((resolve) => {
        setAsked({ from, to, preview, answer: resolve })
        setIsAsked(true)
      })
      if (isWanted) return preview.seen
      throw new ApiError('conflict', t('notRenamed'), { fields: { [field]: t('notRenamed') } })
    },
    /** Props of the dialog that asks. */
    dialog: {
      opened: isAsked,
      title: t('renameTitle', { from: asked.from, to: asked.to }),
      message: words(asked.preview),
      okText: t('rename'),
      onOk: () => answer(true),
      onCancel: () => answer(false),
    },
  }
}

const kindTexts = {
  responses: 'touchedResponses',
  imports: 'touchedImports',
  configuration: 'touchedConfiguration',
  userFilters: 'touchedUserFilters',
  roles: 'touchedRoles',
  savedFilters: 'touchedSavedFilters',
  storedPaths: 'touchedStoredPaths',
  actions: 'touchedActions',
  effects: 'touchedEffects',
  apiKeys: 'touchedApiKeys',
  views: 'touchedViews',
  units: 'touchedUnits',
  doubts: 'touchedDoubts',
  mappings: 'touchedMappings',
  subscriptions: 'touchedSubscriptions',
  chosenColumns: 'touchedChosenColumns',
} as const satisfies Record<TouchedKind, string>

/** So many lines of the configuration are named. */
const namedLines = 12

/** Says what a rename touches, a line each. */
function useTouchedWords(): (preview: RenamePreview) => string {
  const t = useTexts()
  const format = useFormat()
  const listOf = (lines: readonly number[]): string =>
    [...new Set(lines)].slice(0, namedLines).join(', ') + (new Set(lines).size > namedLines ? ' …' : '')
  return ({ touched, lines, left }) => {
    if (touched.length === 0) return t('touchedNothing')
    const said = touched.map(({ kind, count }) => `• ${t(kindTexts[kind], { n: format.number(count) })}`)
    return [
      t('touched'),
      ...said,
      ...(lines.length > 0 ? ['', t('lines', { lines: listOf(lines.map(({ line }) => line)) })] : []),
      ...(left.length > 0 ? [t('left', { lines: listOf(left) })] : []),
    ].join('\n')
  }
}
