import { z } from 'zod'
import { localText } from '../local-text.ts'
import { component } from '../widgets/index.ts'
import { extName, periodText } from './names.ts'

/** Kinds of page with an address of their own; every other page lives under `/page`. */
export const pageKinds = ['rankings', 'alerts', 'samples'] as const

/** A page of the survey: its place in the menu and its components. */
export const pageConfig = z.strictObject({
  extname: extName,
  title: localText.optional(),
  icon: z.string().max(60).optional(),
  kind: z.enum(pageKinds).optional(),
  selectionInterval: periodText
    .optional()
    .describe('The period while none is chosen; without it that of the page the survey opens on, or all time.'),
  hide: z.array(z.enum(['tabs', 'sidebar', 'filters'])).default([]),
  components: z.array(component).default([]),
})

/** A page as configured. */
export type PageConfig = z.infer<typeof pageConfig>
