// Reads what an index of photos wants to know, by Exiv2, of the files that standard input names: size, orientation, date,
// place, and all of XMP. Prints how many had each, so that nothing can be left out unseen.
#include <exiv2/exiv2.hpp>
#include <iostream>
#include <string>

int main() {
  Exiv2::LogMsg::setLevel(Exiv2::LogMsg::mute);
  Exiv2::XmpParser::initialize();
  long sizes = 0, orientations = 0, dates = 0, places = 0, properties = 0;
  const Exiv2::ExifKey orientation("Exif.Image.Orientation"), date("Exif.Photo.DateTimeOriginal"),
      latitude("Exif.GPSInfo.GPSLatitude"), longitude("Exif.GPSInfo.GPSLongitude");
  for (std::string path; std::getline(std::cin, path);) {
    try {
      auto image = Exiv2::ImageFactory::open(path, false);
      image->readMetadata();
      const auto& exif = image->exifData();
      const auto has = [&](const Exiv2::ExifKey& key) {
        const auto found = exif.findKey(key);
        return found != exif.end() && !found->toString().empty();
      };
      sizes += image->pixelWidth() > 0 && image->pixelHeight() > 0;
      orientations += has(orientation);
      dates += has(date);
      places += has(latitude) && has(longitude);
      properties += image->xmpData().count();
    } catch (const std::exception& error) {
      std::cerr << path << ": " << error.what() << "\n";
    }
  }
  std::cout << sizes << " sizes, " << orientations << " orientations, " << dates << " dates, " << places
            << " places, " << properties << " XMP properties\n";
}
