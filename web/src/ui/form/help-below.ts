/** The order of a field's parts where fields beside it have no help: all begin in one line, so the help comes after the input. */
export const helpBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
