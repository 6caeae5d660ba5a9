import type { templateRow } from '@gensvar/contract/entities/templates'
import type { z } from 'zod'
import type { ListedTemplate } from './template-store.ts'

/** A template as lists show it. */
export function templateRowOf({ id, name, subject, sending_type, tags }: ListedTemplate): z.infer<typeof templateRow> {
  return { id, name, subject, sendingType: sending_type, labels: tags }
}
