import { componentOf, valueAt, valueOf } from './draft-pages.ts'
import { duplicateAt, setAt } from './edit-text.ts'
import { placeOf, placesInside } from './inner-lists.ts'
import type { ComponentList } from './inner-lists.ts'
import { freeName, idsOf } from './names.ts'

/** The text with one more of an entry of a list, after it; the new one, and what is inside it, has `id`s of its own. */
export function duplicateComponent(text: string, list: ComponentList, at: number): string {
  const taken = new Set(idsOf(valueOf(text)))
  const path = placeOf(list, at + 1)
  const copied = duplicateAt(text, list.path, at)
  const component = componentOf(valueAt(valueOf(copied), path))
  return [{ component, path }, ...placesInside(component, path)].reduce((whole, one) => {
    const { id, type } = one.component
    const copy = freeName(id === '' ? type : id.replace(/_\d+$/, ''), taken)
    taken.add(copy)
    return setAt(whole, [...one.path, 'config', 'id'], copy)
  }, copied)
}
