import { fieldKey } from './field-path.ts'

const focusable = 'input:not([type=hidden]), textarea, select, button, [tabindex]'

/** The element of the field with a path; null if the form does not show it. */
function fieldNode(form: HTMLElement, path: string): HTMLElement | null {
  return form.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`)
}

/** The control of an element: itself, or the first one inside a group. */
function controlOf(node: HTMLElement): HTMLElement | null {
  return node.matches(focusable) ? node : node.querySelector<HTMLElement>(focusable)
}

/**
 * The field of the form that a path belongs to: `lines.2.title`, else `lines.2`, else `lines`; null where none does.
 */
export function shownField(form: HTMLElement, path: string): string | null {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    if (fieldNode(form, at) !== null) return at
  }
  // Names with points: the server writes them as they are.
  const steps = path.split('.')
  const keyed = steps.map((_, at) => [...steps.slice(0, at), fieldKey(steps.slice(at).join('.'))].join('.'))
  return keyed.find((one) => fieldNode(form, one) !== null) ?? null
}

/** The label of a field; its path if it has none. */
export function labelOf(form: HTMLElement, path: string): string {
  const node = fieldNode(form, path)
  if (node === null) return path
  const labels =
    node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement || node instanceof HTMLSelectElement
      ? node.labels
      : null
  // The label of a group names the element inside it that holds its controls.
  const group = node.matches('[aria-labelledby]') ? node : node.querySelector('[role$="group"][aria-labelledby]')
  const named = group?.getAttribute('aria-labelledby') ?? null
  const label = labels?.[0] ?? (named === null ? node.querySelector('label') : document.getElementById(named))
  return (label && readText(label)) ?? node.getAttribute('aria-label') ?? path
}

/** What is read out of a label: not the sign for mandatory. */
function readText(label: Element): string {
  const copy = label.cloneNode(true) as Element
  for (const sign of copy.querySelectorAll('[aria-hidden="true"]')) sign.remove()
  return (copy.textContent ?? '').trim()
}

/** Paths of the fields a form shows, in the order on screen. */
export function shownFields(form: HTMLElement): string[] {
  const shown = [...form.querySelectorAll<HTMLElement>('[data-path]')].map((node) => node.dataset['path'] ?? '')
  return [...new Set(shown)]
}

/** Focuses a field. */
export function focusField(form: HTMLElement, path: string): void {
  const node = fieldNode(form, path)
  if (node !== null) controlOf(node)?.focus()
}

/** Gives the focus back to where it was before the form was sent, or to the form's first field. */
export function giveFocusBack(form: HTMLElement, before: Element | null): void {
  if (document.activeElement !== document.body) return
  if (before instanceof HTMLElement && before.isConnected) before.focus()
  if (document.activeElement !== document.body) return
  const first = form.querySelector<HTMLElement>('[data-path]')
  if (first !== null) controlOf(first)?.focus()
}
