// Checks that every operation of a valid model has a handler. Features that a portal does not declare are disabled,
// so a handler without an operation is not a problem.
import type { Problem } from '#config/load/problem.ts'
import type { Handlers } from '#server/platform/call.ts'
import type { Model } from '#shared/model/model.ts'

/** Returns a problem at the file of the operation's declaration. The compiled model does not keep the line. */
function toProblem(slug: string, operation: string, message: string): Problem {
  const file = `schemas/api/${operation.split('.', 1)[0]}.json`
  return { slug, severity: 'error', file, line: 1, column: 1, message }
}

export function findMissingHandlers(model: Model, handlers: Handlers): Problem[] {
  const own = model.operations.filter(({ content, registers }) => !content && !registers).map(({ id }) => id)
  const addresses = new Map<string, string>()
  const problems: Problem[] = []
  for (const id of own) {
    if (Object.hasOwn(handlers, id)) continue
    problems.push(toProblem('operation_handler', id, `操作“${id}”没有处理程序`))
  }
  for (const { id, method, path, access } of model.operations) {
    if (access.length === 0) problems.push(toProblem('operation_access', id, `操作“${id}”没有声明受众`))
    // Two places that differ in a parameter's name only are one.
    const address = `${method} ${path.replace(/\{\w+\}/g, '{}')}`
    const other = addresses.get(address)
    if (other)
      problems.push(toProblem('operation_address', id, `操作“${id}”与“${other}”的地址相同：${address}`))
    addresses.set(address, id)
  }
  return problems
}
