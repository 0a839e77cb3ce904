// The type of `~icons/…`: vite.config.ts makes each of these modules from paths.json.
declare module "~icons/*" {
  const Icon: import("react").FC<import("./icon.tsx").IconProps>
  export default Icon
}
