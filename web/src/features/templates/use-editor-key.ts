import { useState } from 'react'
import type { TemplatePlace } from './use-template-place.ts'

/**
 * The key of an editor: another one for each template and copy, but the same one when a new template has been created, so that
 * whoever writes it goes on where they are. `created` is told the id that it got.
 */
export function useEditorKey({ templateId, isCopy }: Pick<TemplatePlace, 'templateId' | 'isCopy'>) {
  const [begun, setBegun] = useState<{ id: number; key: string } | null>(null)
  const own = `${templateId} ${isCopy}`
  const key = begun !== null && begun.id === templateId && !isCopy ? begun.key : own
  return { key, created: (id: number) => setBegun({ id, key }) }
}
