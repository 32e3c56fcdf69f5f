import CueModel
import CueStore
import CueSystem
import Glibc
import Testing

@testable import CueStory

@Suite struct `The waveform of a take` {
  @Test func `has the largest sample of each 50th of a second, whatever the format`() {
    let format = AudioFormat(sample: .int16, rateHertz: 8000, channels: 2)
    var samples = [Int16](repeating: 0, count: 2 * 400)
    samples[0] = 32_767
    samples[2 * 160 + 1] = -16_384
    var peaks = TakePeaks(rateHertz: 8000, recordedAt: .one)
    peaks.append(AudioBuffer(int16: samples, rateHertz: 8000, channels: 2).bytes[...], format)
    #expect(peaks.values == [255, 128, 0])
    #expect(peaks.ticksEach == 160_000)
    var floats: [UInt8] = []
    for value: Float in [0.25, -0.5, .nan, 9] {
      floats += (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
    }
    var other = TakePeaks(rateHertz: 100, recordedAt: .one)
    other.append(floats[...], AudioFormat(sample: .float32, rateHertz: 100))
    #expect(other.values == [128, 255])
  }

  @Test func `is found by ticks of the timeline`() throws {
    let rate = try #require(PlaybackRate(thousandths: 500))
    var peaks = TakePeaks(rateHertz: 8000, recordedAt: rate)
    for value in [0, 1, 0.5] { peaks.append(value) }
    // A peak has 160 frames, and at half the speed 80,000 ticks.
    #expect(peaks.peak(in: 0..<80_000) == 0 && peaks.peak(in: 79_999..<80_001) == 1)
    #expect(peaks.peak(in: 160_000..<160_001) == 128.0 / 255)
    #expect(peaks.peak(in: 0..<1_000_000) == 1 && peaks.peak(in: 240_000..<250_000) == nil)
    #expect(peaks.peak(in: -5..<0) == nil && peaks.peak(in: -5..<1) == 0)
    peaks.fill(to: 400_000, level: 0.2)
    #expect(peaks.values == [0, 255, 128, 51, 51])
  }

  private func reader(_ home: Home, _ view: StoryView) -> PeakReader {
    let folder = "\(home.shelf.folder)/\(view.story.id)"
    return PeakReader(
      rateHertz: view.story.rateHertz, path: { "\(folder)/\($0).wav" }, tell: {})
  }

  @Test func `is kept beside the take, which stays as it is`() throws {
    let home = try Home()
    let view = try home.story(8001, 16_000)
    let reader = reader(home, view)
    let first = try #require(reader.read(view.takes[0]))
    #expect(first.values.count == 51 && first.values.dropLast().allSatisfy { $0 > 40 && $0 < 90 })
    let file = String(home.path(view.takes[0], of: view).dropLast(4)) + ".peaks"
    #expect(try home.findings.isEmpty, "the take is unchanged, and the file is no stranger")
    // It is read from there, and made again if it is wrong.
    var bytes = try WholeFile.read(file)
    bytes[bytes.count - 1] = 7
    try WholeFile.write(bytes, to: file)
    #expect(reader.read(view.takes[0])?.values.last == 7)
    try WholeFile.write(Array(bytes.dropLast()), to: file)
    #expect(reader.read(view.takes[0]) == first)
    try WholeFile.write(Array("CUEPEAK1".utf8), to: file)
    #expect(reader.read(view.takes[0]) == first)
    #expect(try WholeFile.read(file).count == 16 + 51)
  }

  @Test func `The waveform of a take goes with its take`() throws {
    let home = try Home()
    let view = try home.story(8000)
    _ = reader(home, view).read(view.takes[0])
    let folder = "\(home.shelf.folder)/\(view.story.id)"
    #expect(Folder.names(in: folder).count == 2)
    _ = try home.shelf.remove(view.takes[0], of: view)
    #expect(Folder.names(in: folder).isEmpty)
  }

  @Test func `is not there where the take is not`() throws {
    let home = try Home()
    let view = try home.story(8000, 9000)
    let path = home.path(view.takes[0], of: view)
    unsafe chmod(path, 0o600)
    unsafe truncate(path, 5000)
    #expect(reader(home, view).read(view.takes[0]) == nil)
    unsafe unlink(path)
    let reader = reader(home, view)
    #expect(reader.read(view.takes[0]) == nil && reader.read(view.takes[1]) != nil)
  }
}
