import { useCallback } from 'react'
import { useTexts } from './texts.ts'
import type { UploadedFile } from './use-importing.ts'

type SpreadsheetColumn = UploadedFile['spreadsheet']['columns'][number]

/** Longest first value that stands beside a column's name. */
const shownLength = 40

/** How a column of the spreadsheet is called in menus: its number from 1, its name and its first value. */
export function useColumnName(): (column: SpreadsheetColumn) => string {
  const t = useTexts()
  return useCallback(
    ({ idx, name, firstRow }: SpreadsheetColumn) => {
      const sample = firstRow.length > shownLength ? `${firstRow.slice(0, shownLength)}…` : firstRow
      const named = [String(idx + 1), name].filter((part) => part !== '').join(' · ')
      return sample === '' ? named : t('columnWithSample', { name: named, sample })
    },
    [t],
  )
}
