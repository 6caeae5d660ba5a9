/** Width of the snackbars and of the narrow screen's sidebar, in percent of the room they have. */
export const snackbarWidth = 100

/** Default width of the confirm dialog, in pixels. */
export const confirmWidth = 400

/** Layer of the confirm dialog. */
export const confirmLayer = 200

/** Layer of the snackbars: over dialogs. */
export const snackbarLayer = 400
