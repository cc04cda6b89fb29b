// Owns which inputs hold the ids of uploaded files.

export const FILE_WIDGETS: ReadonlySet<string> = new Set(['upload', 'image', 'video'])
