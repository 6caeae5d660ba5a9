import { lazy, Suspense, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { getClientConfig } from '@gensvar/contract/identity'
import { call } from '#web/api.ts'
import { ApiError } from './api-error.ts'

/** Forgets what could not be loaded, one per piece of code. */
const failed = new Set<() => void>()

/** Makes code that could not be loaded load again when it is next drawn: React remembers a failure for good. */
export function forgetFailedCode(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/**
 * Removes the links of style sheets that could not be loaded, which would be taken for loaded ones when their code is loaded
 * again. Called once, when the application starts.
 */
export function forgetFailedStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove()
    },
    { capture: true },
  )
}

/** Why code could not be loaded: `offline` if the server cannot be reached, else the browser's error. */
async function reasonOf(error: unknown): Promise<unknown> {
  try {
    await call(getClientConfig, {})
  } catch (unreachable) {
    if (unreachable instanceof ApiError && unreachable.code === 'offline') return unreachable
  }
  return error
}

/**
 * Loads code; throws ApiError with `offline` if the server cannot be reached. `forget` makes its component load it again
 * after a failure.
 */
export async function loadCode<Code>(load: () => Promise<Code>, forget: () => void): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    failed.add(forget)
    throw await reasonOf(error)
  }
}

/** A component whose code is loaded when it is first drawn, and after a failure once more (`forgetFailedCode`). */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const forget = () => {
    View = make()
  }
  const make = () => lazy(async () => ({ default: await loadCode(load, forget) })) as ComponentType<Props>
  let View = make()
  return function OnDemand(props: Props) {
    return <View {...props} />
  }
}

interface Opens {
  opened: boolean
}

/**
 * A dialog or drawer whose code is loaded when it is first opened: most visits never open it. It is drawn closed before
 * it opens, so that it can remember which element had the focus and return it.
 */
export function whenOpened<Props extends Opens>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Dialog = onDemand<Props>(async () => {
    const View = await load()
    function Ready(props: Props) {
      const [isDrawn, setDrawn] = useState(false)
      useEffect(() => setDrawn(true), [])
      return <View {...props} opened={props.opened && isDrawn} />
    }
    return Ready
  })
  return function WhenOpened(props: Props) {
    const [isWanted, setWanted] = useState(props.opened)
    if (props.opened && !isWanted) setWanted(true)
    if (!isWanted) return null
    return (
      <Suspense fallback={null}>
        <Dialog {...props} />
      </Suspense>
    )
  }
}
