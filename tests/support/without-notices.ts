// Provides files as a portal without notices has them: nobody is told of steps and events, so no page must be there for it.

/** The text of a lifecycle without what its steps do, of a content type without its events; any other as it is. */
export function withoutNotices(path: string, text: string): string {
  if (/^schemas\/lifecycles\//.test(path)) {
    const { transitions, ...lifecycle } = JSON.parse(text) as { readonly transitions: readonly object[] }
    const silent = transitions.map((step) => ({ ...step, do: undefined }))
    return JSON.stringify({ ...lifecycle, transitions: silent }, null, 2)
  }
  if (/^schemas\/content\//.test(path))
    return JSON.stringify({ ...(JSON.parse(text) as object), events: undefined }, null, 2)
  return text
}
