// The manifests for Kubernetes: valid by Kubernetes' own schema, complete, and without privileges.
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { Deployment } from "kubernetes-models/apps/v1"
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2"
import { Job } from "kubernetes-models/batch/v1"
import { PodDisruptionBudget } from "kubernetes-models/policy/v1"
import { ConfigMap, Secret, Service } from "kubernetes-models/v1"
import { expect, test } from "vitest"
import { parse, parseAllDocuments } from "yaml"
import { readConfig, settingRows } from "../../src/server/platform/config/config.ts"

const FOLDER = "deploy/kubernetes"
const read = (name: string) => parse(readFileSync(`${FOLDER}/${name}`, "utf8"))
const kustomization = read("kustomization.yaml")
const deployment = read("deployment.yaml")
const pods = [deployment.spec.template.spec, read("migration.yaml").spec.template.spec]
const CONNECTIONS_PER_PROCESS = 11
/** of PostgreSQL, by default, without those for its superuser */
const CONNECTIONS_MAX = 97

const KINDS = { ConfigMap, Deployment, HorizontalPodAutoscaler, Job, PodDisruptionBudget, Secret, Service }

test("are what the schema of Kubernetes allows, and all are applied but the example of the secrets", () => {
  const files = globSync("*.yaml", { cwd: FOLDER }).filter((name) => name !== "kustomization.yaml")
  const kinds = files.map((name) => {
    const manifest = read(name)
    const made = new KINDS[manifest.kind as keyof typeof KINDS](manifest)
    expect(() => made.validate()).not.toThrow()
    expect([name, made.apiVersion]).toEqual([name, manifest.apiVersion])
    return manifest.kind
  })
  expect(kinds.sort()).toEqual(Object.keys(KINDS).sort())
  expect([...kustomization.resources, "secret.example.yaml"].sort()).toEqual(files.sort())
  const broken = new Deployment({ ...deployment, spec: { ...deployment.spec, replicas: "two" } })
  expect(() => broken.validate()).toThrow("replicas must be integer")
})

test("run as a user without privileges, on a read-only file system, from an image named by its digest", () => {
  for (const pod of pods) {
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: "RuntimeDefault" } },
      containers: [
        {
          image: "meishi",
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          },
          resources: { requests: { cpu: expect.any(String), memory: expect.any(String) }, limits: { memory: "1Gi" } },
        },
      ],
    })
    expect(pod.containers[0].volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
      "/data",
      "/tmp",
    ])
  }
  expect(kustomization.images).toEqual([
    { name: "meishi", newName: expect.any(String), digest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) },
  ])
})

test("ask `live` before a restart and `ready` before traffic, and leave time to stop", () => {
  const [container] = deployment.spec.template.spec.containers
  expect(container.livenessProbe.httpGet.path).toBe("/api/health/live")
  expect(container.startupProbe.httpGet.path).toBe("/api/health/live")
  expect(container.readinessProbe.httpGet.path).toBe("/api/health/ready")
  const delay = Number(read("config.yaml").data.STOP_DELAY_S)
  const { readinessProbe: probe } = container
  expect(delay).toBeGreaterThan(probe.periodSeconds * probe.failureThreshold)
  expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(delay + 30)
})

test("select the same pods everywhere, and open no more connections than PostgreSQL has", () => {
  const { labels } = deployment.spec.template.metadata
  expect(deployment.spec.selector.matchLabels).toEqual(labels)
  expect(read("service.yaml").spec.selector).toEqual(labels)
  expect(read("disruption-budget.yaml").spec.selector.matchLabels).toEqual(labels)
  const { minReplicas, maxReplicas, scaleTargetRef } = read("autoscaler.yaml").spec
  expect(scaleTargetRef).toEqual({ apiVersion: "apps/v1", kind: "Deployment", name: deployment.metadata.name })
  expect(minReplicas).toBeGreaterThan(1)
  // One more during a rollout.
  expect((maxReplicas + 1) * CONNECTIONS_PER_PROCESS).toBeLessThan(CONNECTIONS_MAX)
  expect(deployment.spec.replicas).toBeUndefined()
})

test("name settings that the program has, with values that it takes once the secrets are filled in", () => {
  const example = { ...read("config.yaml").data, ...read("secret.example.yaml").stringData }
  // No secret that everyone knows: the program does not start with the example as it is.
  expect(() => readConfig(example)).toThrow("SECRET is needed with DATABASE_URL")
  expect(example.METRICS_TOKEN).toBe("")
  const env = { ...example, SECRET: "s".repeat(64), METRICS_TOKEN: "t".repeat(64) }
  const known = new Set(settingRows().map(([name]) => name))
  expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([])
  expect(readConfig(env).given).toEqual(expect.arrayContaining(Object.keys(env)))
  for (const pod of pods)
    expect(pod.containers[0].envFrom).toEqual([{ configMapRef: { name: "meishi" } }, { secretRef: { name: "meishi" } }])
})

const KUBECTL = spawnSync("kubectl", ["version", "--client"]).status === 0

test.skipIf(!KUBECTL)("are put together by kustomize, with the namespace and the image's digest", () => {
  const { stdout, status } = spawnSync("kubectl", ["kustomize", FOLDER], { encoding: "utf8" })
  expect(status).toBe(0)
  const made = parseAllDocuments(stdout).map((document) => document.toJS())
  expect(made).toHaveLength(kustomization.resources.length)
  expect(new Set(made.map(({ metadata }) => metadata.namespace))).toEqual(new Set(["meishi"]))
  expect(stdout.match(/image: registry\.example\.com\/meishi@sha256:/g)).toHaveLength(2)
})
