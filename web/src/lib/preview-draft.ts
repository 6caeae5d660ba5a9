const asked =
  typeof window === 'undefined' || window.parent === window
    ? null
    : new URLSearchParams(window.location.search).get('draft')

/**
 * Whether this window is the frame in which the dashboard editor shows a page: there is the page, and nothing of what
 * surrounds it. It is read once, because the address changes as one looks around.
 */
export const isPreview = asked !== null

/** Version of the draft that is shown; null where what is published is. */
export const previewDraft = asked === '0' ? null : asked
