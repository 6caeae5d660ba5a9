import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** The details dialog of a ranking cell; the paragraphs are filled from the response. */
export const cellDetails = z.object({
  sections: z.array(z.object({ title: localText, paragraphs: z.array(z.string()) })),
  /** True offers a link to the sample. */
  gotoSampleLink: z.boolean(),
  /** Address of the case in a support desk, or null. */
  gotoZendeskLink: z.string().nullable(),
})

/** The details dialog of a ranking cell. */
export type CellDetails = z.infer<typeof cellDetails>

/** Cell details with an example. */
export const cellDetailsEntities = {
  CellDetails: defineEntity(cellDetails, {
    sections: [{ title: { en: 'Visit' }, paragraphs: ['Quick help at the till.'] }],
    gotoSampleLink: true,
    gotoZendeskLink: 'https://example.org/tickets/417',
  }),
}
