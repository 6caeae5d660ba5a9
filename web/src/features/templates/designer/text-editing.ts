import type { CustomRTE } from 'grapesjs'
import { strictHtml } from './strict-html.ts'

/** A text that is being edited in the canvas. */
export interface EditedText {
  element: HTMLElement
  /** Its markup when editing began. */
  before: string
  /** Ends what editing needs of the element. */
  release: () => void
}

/** How a text is changed while it is edited. */
export type TextFormat =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'insertUnorderedList'
  | 'insertOrderedList'
  | 'removeFormat'
  | 'unlink'
  | 'createLink'
  | 'insertText'

/** Edits texts of the canvas in their places. `named` names the text to a screen reader. */
export function textEditing(options: { named: () => string; leave: () => void }): CustomRTE<EditedText> {
  return {
    parseContent: false,
    enable: (element) => begin(element, options),
    disable: (_element, edited) => edited.release(),
    getContent: (element) => strictHtml(element),
  }
}

/** Changes the text at the selection. What a list or a link is made of is up to the browser; `strictHtml` makes it plain. */
export function formatText({ element }: EditedText, format: TextFormat, value?: string): void {
  element.focus()
  element.ownerDocument.execCommand(format, false, value)
}

function begin(element: HTMLElement, { named, leave }: { named: () => string; leave: () => void }): EditedText {
  const page = element.ownerDocument
  const over = new AbortController()
  const on = { signal: over.signal }
  const before = strictHtml(element)
  element.contentEditable = 'true'
  element.role = 'textbox'
  element.ariaMultiLine = 'true'
  element.ariaLabel = named()
  page.execCommand('styleWithCSS', false, 'false')
  element.addEventListener(
    'beforeinput',
    (event) => {
      // A paragraph of its own has margins that mail programs draw differently: lines are broken.
      if (event.inputType !== 'insertParagraph' || isInList(page)) return
      event.preventDefault()
      page.execCommand('insertLineBreak')
    },
    on,
  )
  element.addEventListener(
    'paste',
    (event) => {
      event.preventDefault()
      page.execCommand('insertText', false, event.clipboardData?.getData('text/plain') ?? '')
    },
    on,
  )
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') leave()
    },
    on,
  )
  element.focus()
  page.getSelection()?.selectAllChildren(element)
  page.getSelection()?.collapseToEnd()
  const release = (): void => {
    over.abort()
    element.contentEditable = 'false'
    for (const name of ['role', 'aria-multiline', 'aria-label']) element.removeAttribute(name)
  }
  return { element, before, release }
}

function isInList(page: Document): boolean {
  const node = page.getSelection()?.anchorNode
  const element = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement
  return element?.closest('li') !== null && element !== undefined
}
