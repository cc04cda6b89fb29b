// Runs nginx before the processes of a portal, with the rules of scripts/deploy/nginx.conf.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, newFolder } from './portal-process.ts'

const NGINX = '/usr/sbin/nginx'
const DEPLOYED = join(import.meta.dirname, '..', '..', 'scripts', 'deploy', 'nginx.conf')

export interface Balancer {
  readonly port: number
  /** Gives calls to these processes only, and lets those of the others end. */
  balance(ports: readonly number[]): void
  stop(): void
}

/** Null where nginx is not installed. */
export async function startNginx(ports: readonly number[]): Promise<Balancer | null> {
  if (!existsSync(NGINX)) return null
  const folder = newFolder()
  const port = await freePort()
  const file = join(folder.path, 'nginx.conf')
  const run = (...args: string[]) =>
    execFileSync(NGINX, ['-c', file, '-e', join(folder.path, 'log'), ...args], { stdio: 'ignore' })
  const write = (processes: readonly number[]) =>
    writeFileSync(file, toConfiguration(folder.path, port, processes))
  write(ports)
  run()
  return {
    port,
    balance(processes) {
      write(processes)
      run('-s', 'reload')
    },
    stop() {
      run('-s', 'stop')
      folder.remove()
    },
  }
}

/** Balancing, headers and what is tried again stand in the deployed file; TLS is left out. */
function toConfiguration(folder: string, port: number, ports: readonly number[]): string {
  const deployed = readFileSync(DEPLOYED, 'utf8')
  const [upstream = ''] = /upstream portal \{[\s\S]*?\n {2}\}/.exec(deployed) ?? []
  const [map = ''] = /map \$http_upgrade[\s\S]*?\n {2}\}/.exec(deployed) ?? []
  const [location = ''] = /location \/ \{[\s\S]*?\n {4}\}/.exec(deployed) ?? []
  const [, rules = ''] = /server portal-1:8080([^;]*);/.exec(upstream) ?? []
  const servers = ports.map((one) => `    server 127.0.0.1:${one}${rules};\n`).join('')
  return `pid ${folder}/pid;
worker_processes auto;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 100000;
  ${upstream.replace(/( *server [^;]*;\n)+/, servers)}
  ${map}
  server {
    listen 127.0.0.1:${port};
    ${location}
  }
}
`
}
