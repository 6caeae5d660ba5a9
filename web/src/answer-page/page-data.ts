import type { FlowQuestion } from '@gensvar/contract/questionnaire-flow'

/** What the server says of the page it has sent. */
export interface PageData {
  /** All questions, page by page. */
  pages: readonly (readonly FlowQuestion[])[]
  /** The page that is shown, from 0. */
  page: number
  /** Whether what is entered is kept on the server before it is sent. */
  keeps: boolean
  /** Zero bits that a proof of work must have; 0 where none is asked for. */
  proof: number
  /** Seconds after which a public screen begins anew; 0 for any other page. */
  kiosk: number
  texts: Readonly<Record<'next' | 'send' | 'sending' | 'lost', string>>
}

/** Reads what the server says; null on a page without questions. */
export function readPageData(): PageData | null {
  const text = document.querySelector('#asked')?.textContent
  return text ? (JSON.parse(text) as PageData) : null
}
