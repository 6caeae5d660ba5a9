/** Flags of a route: which parts of the shell it hides, and what it needs. */
export interface ScreenFlags {
  hideTabs?: boolean
  hideSidebar?: boolean
  hideFilters?: boolean
  /** Only for root users. */
  root?: boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: ScreenFlags
  }
}
