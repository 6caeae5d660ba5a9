// Runs before every file of browser tests: how the testing library looks for what is drawn.
import { configure, getConfig } from '@testing-library/dom'

const { getElementError } = getConfig()

configure({
  // The first screen of a test file is slow, because its modules are compiled then.
  asyncUtilTimeout: 10_000,
  // While an element is waited for, each look at the page fails. Only the last failure is shown, so only it prints the page.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
})

/** Whether the testing library is in the middle of waiting; its types leave this setting out. */
function isWaiting(): boolean {
  const config: object = getConfig()
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
}
