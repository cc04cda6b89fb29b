// Lists the inputs that hold the ids of uploaded files, and the kinds of files that each accepts.

export const FILE_WIDGETS: ReadonlySet<string> = new Set(['upload', 'image', 'video'])

/** Default of fields of pictures. */
export const PICTURE_KINDS = ['jpg', 'png', 'webp'] as const
/** Default of other fields of files. */
export const DOCUMENT_KINDS = ['jpg', 'png', 'pdf'] as const
/** Default of all fields of files. */
export const MAX_FILE_MEGABYTES = 10
