// Provides the small front server of the bench: the counterparts' files, and everything else passed to the portal.
import { existsSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { extname, join } from 'node:path'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Serves `/limits/*` from `folder` (brotli copies beside the files) and proxies the rest to `portal`. */
export async function startFront(folder: string, portal: string): Promise<{ url: string; close(): void }> {
  const target = new URL(portal)
  const agent = new http.Agent({ keepAlive: true })
  const server = http.createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path.startsWith('/limits/')) return serveFile(join(folder, path.slice('/limits/'.length)), response)
    const proxied = http.request(
      {
        host: target.hostname,
        port: target.port,
        path: request.url,
        method: request.method,
        headers: request.headers,
        agent,
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    proxied.on('error', () => response.destroy())
    request.pipe(proxied)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

function serveFile(file: string, response: http.ServerResponse): void {
  const packed = `${file}.br`
  if (!existsSync(file)) return void response.writeHead(404).end()
  const body = readFileSync(existsSync(packed) ? packed : file)
  response.writeHead(200, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-store',
    ...(existsSync(packed) ? { 'content-encoding': 'br' } : {}),
  })
  response.end(body)
}
