import { isInlineImage } from '@gensvar/contract/address-text'
import type { Kysely } from 'kysely'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { contrast, hexColour, printColour, readableOn } from '#server/platform/colour.ts'
import type { Colour } from '#server/platform/colour.ts'
import type { Database } from '#server/platform/db-types.ts'

/** How the page of an organisation looks. */
export interface Brand {
  /** Address of the logo, or the image itself; null without one. */
  logo: string | null
  /** Rules of style that set the colours. */
  style: string
}

/** The brand of a survey: its own, else the organisation's. */
export async function brandOf(db: Kysely<Database>, { universeId, config }: SurveyModel): Promise<Brand> {
  const { colour, logo } = config.questionnaire.brand
  const row = await db.selectFrom('universe').select('branding').where('id', '=', universeId).executeTakeFirst()
  const text = (key: string): string | null => {
    const value = row?.branding[key]
    return typeof value === 'string' ? value : null
  }
  const own = text('logo')
  const hex = hexColour(colour ?? text('palette') ?? '')
  return { logo: logo ?? (own !== null && isInlineImage(own) ? own : null), style: hex ? colours(hex) : '' }
}

const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]
/** Grounds of the page in the two schemes. */
const card = { light: white, dark: [31, 34, 41] } as const satisfies Record<string, Colour>
/** Contrast of texts, and of the edge of a button with what is around it (WCAG 2.2, AA). */
const ofText = 4.5
const ofEdge = 3

/**
 * Buttons in a colour, with whichever of black and white is readable on it; lines, links and marks in a shade of it that is
 * readable on the page.
 */
export function colours(colour: Colour): string {
  return `${rules(':root', colour, 'light')} @media (prefers-color-scheme: dark) { ${rules(':root', colour, 'dark')} }`
}

function rules(selector: string, colour: Colour, scheme: 'light' | 'dark'): string {
  const ground = card[scheme]
  const towards = scheme === 'light' ? black : white
  const line = readableOn(ground, colour, towards, ofText)
  const fill = readableOn(ground, colour, towards, ofEdge)
  const onFill = contrast(fill, white) >= ofText ? white : black
  return `${selector} { --act: ${printColour(line)}; --fill: ${printColour(fill)}; --on-fill: ${printColour(onFill)} }`
}
