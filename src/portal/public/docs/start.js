// Shows the OpenAPI document of this server with Swagger UI, one group at a time: a thousand operations at once would
// keep a browser busy for half a minute.

const chooser = document.getElementById('group')
const main = document.getElementById('docs')

/** The schemas and responses that a part of the document refers to, directly or through others. */
function componentsOf(part, components) {
  const kept = { securitySchemes: components.securitySchemes, responses: {}, schemas: {} }
  const pending = [part]
  while (pending.length > 0)
    for (const [, kind, name] of JSON.stringify(pending.pop()).matchAll(
      /"#\/components\/(\w+)\/([^"/]+)"/g,
    )) {
      const found = components[kind]?.[name]
      if (found === undefined || kept[kind][name] !== undefined) continue
      kept[kind][name] = found
      pending.push(found)
    }
  return kept
}

/** The operations of one group, as a document of its own. */
function partOf(whole, group) {
  const paths = {}
  for (const [path, methods] of Object.entries(whole.paths)) {
    const own = Object.entries(methods).filter(([, { tags }]) => tags.includes(group))
    if (own.length > 0) paths[path] = Object.fromEntries(own)
  }
  const tags = whole.tags.filter(({ name }) => name === group)
  return { ...whole, tags, paths, components: componentsOf(paths, whole.components) }
}

function show(whole) {
  const group = chooser.value
  window.history.replaceState(null, '', `#${group}`)
  const domNode = document.createElement('div')
  main.replaceChildren(domNode)
  const look = { docExpansion: 'list', defaultModelsExpandDepth: -1, validatorUrl: null }
  window.SwaggerUIBundle({ ...look, spec: partOf(whole, group), domNode })
}

try {
  const answer = await fetch('/openapi.json')
  if (!answer.ok) throw new Error(`${answer.status}`)
  const whole = await answer.json()
  for (const { name, description } of whole.tags) chooser.add(new Option(`${description}（${name}）`, name))
  const wanted = decodeURIComponent(window.location.hash.slice(1))
  if (whole.tags.some(({ name }) => name === wanted)) chooser.value = wanted
  chooser.addEventListener('change', () => show(whole))
  show(whole)
} catch {
  const problem = document.createElement('p')
  problem.setAttribute('role', 'alert')
  problem.textContent = '接口文档加载失败，请稍后刷新重试。'
  main.replaceChildren(problem)
}
