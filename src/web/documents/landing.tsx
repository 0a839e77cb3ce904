export default function Landing() {
  return <h1 className="text-2xl">Meishi</h1>
}
