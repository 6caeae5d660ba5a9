/** A gate that answers wait at: open, closed, and opened again by a test. */
export interface Gate {
  /** Resolves when the gate is open. */
  pass: () => Promise<void>
  close: () => void
  open: () => void
}

/** Makes an open gate. */
export function makeGate(): Gate {
  let open = Promise.withResolvers<void>()
  open.resolve()
  return {
    pass: () => open.promise,
    close: () => {
      open = Promise.withResolvers<void>()
    },
    open: () => open.resolve(),
  }
}
