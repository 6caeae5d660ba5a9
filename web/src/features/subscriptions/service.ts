export { OwnSubscriptions } from './own-subscriptions.tsx'
export { SubscribeDialog } from './subscribe-dialog.tsx'
export type { Subscribable } from './subscribe-dialog.tsx'
export { SubscribeItem } from './subscribe-item.tsx'
