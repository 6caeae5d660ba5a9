// Runs before every file of browser tests: how the testing library looks for what is drawn.
import { configure, getConfig } from '@testing-library/dom'

const { getElementError } = getConfig()

// Taken before a test replaces the timers.
const later = window.setTimeout.bind(window)

configure({
  // The first screen of a test file is slow, because its modules are compiled then.
  asyncUtilTimeout: 20_000,
  // After an event or a wait, what React has scheduled for the same turn is done before the test goes on.
  asyncWrapper: async (act) => {
    const result = await act()
    await new Promise((resolve) => {
      later(resolve)
    })
    return result
  },
  // While an element is waited for, each look at the page fails. Only the last failure is shown, so only it prints the page.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? '') : getElementError(message, container),
})

/** Whether the testing library is in the middle of waiting; its types leave this setting out. */
function isWaiting(): boolean {
  const config: object = getConfig()
  return '_disableExpensiveErrorDiagnostics' in config && config._disableExpensiveErrorDiagnostics === true
}
