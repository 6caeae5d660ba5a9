/** An element with a class and content. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  element.append(...content)
  return element
}

/** Shows a text, or hides its element where there is none. */
export function setText(element: HTMLElement, text: string): void {
  element.textContent = text
  element.hidden = text === ''
}
