// Owns which inputs hold the ids of uploaded files, and the kinds of files that each takes.

export const FILE_WIDGETS: ReadonlySet<string> = new Set(['upload', 'image', 'video'])

/** Where a field of pictures says nothing. */
export const PICTURE_KINDS = ['jpg', 'png', 'webp'] as const
/** Where another field of files says nothing. */
export const DOCUMENT_KINDS = ['jpg', 'png', 'pdf'] as const
/** Where a field says nothing. */
export const MAX_FILE_MEGABYTES = 10
